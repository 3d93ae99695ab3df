"""Signs a guest token: who may see what of the console in your page, for 10 minutes. Python's own library only.

The key is a secret of your server: it never goes to the page.
`resources` is {"devices": [sn]}, {"groups": [id]} or {"all": True}.
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time


def guest_token(embed_key, user, resources, actions, now_s=None):
    now_s = int(time.time()) if now_s is None else now_s
    kid, secret = embed_key.rsplit(".", 1)
    claims = {
        "iss": kid, "iat": now_s, "exp": now_s + 600, "sub": user["id"], "name": user["name"],
        "resources": resources, "actions": actions,
    }

    def part(value):
        return encode(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())

    def encode(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    text = part({"alg": "HS256", "typ": "JWT", "kid": kid}) + "." + part(claims)
    return text + "." + encode(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest())


# python3 guest_token.py: prints a token to try.
if __name__ == "__main__":
    person = {"id": "u-42", "name": "王工 \"North\" O'Neil/2"}
    now = int(sys.argv[1]) if len(sys.argv) > 1 else None
    print(guest_token(os.environ["SIGHTGLASS_EMBED_KEY"], person, {"devices": ["WW0001"]}, ["read", "confirm"], now))

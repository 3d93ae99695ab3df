import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs a guest token: who may see what of the console in your page, for 10 minutes. Java's own library only (11 or
 * newer). The key is a secret of your server: it never goes to the page.
 */
public final class GuestToken {
  /** `resources` is Map.of("devices", List.of(sn)), Map.of("groups", List.of(id)) or Map.of("all", true). */
  public static String sign(
      String embedKey, String userId, String userName, Map<String, ?> resources, List<String> actions, long nowS)
      throws java.security.GeneralSecurityException {
    int dot = embedKey.lastIndexOf('.');
    String kid = embedKey.substring(0, dot);
    String header = "{\"alg\":\"HS256\",\"typ\":\"JWT\",\"kid\":" + json(kid) + "}";
    String claims =
        "{\"iss\":" + json(kid) + ",\"iat\":" + nowS + ",\"exp\":" + (nowS + 600)
            + ",\"sub\":" + json(userId) + ",\"name\":" + json(userName)
            + ",\"resources\":" + json(resources) + ",\"actions\":" + json(actions) + "}";
    String text = encode(header.getBytes(StandardCharsets.UTF_8)) + "." + encode(claims.getBytes(StandardCharsets.UTF_8));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(embedKey.substring(dot + 1).getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return text + "." + encode(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String json(Object value) {
    if (value instanceof Map) {
      return new TreeMap<Object, Object>((Map<?, ?>) value).entrySet().stream()
          .map((entry) -> json(entry.getKey()) + ":" + json(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List) {
      return ((List<?>) value).stream().map(GuestToken::json).collect(Collectors.joining(",", "[", "]"));
    }
    if (!(value instanceof String)) return String.valueOf(value);
    StringBuilder text = new StringBuilder("\"");
    for (char c : ((String) value).toCharArray()) {
      if (c == '"' || c == '\\') text.append('\\').append(c);
      else if (c < ' ') text.append(String.format("\\u%04x", (int) c));
      else text.append(c);
    }
    return text.append('"').toString();
  }

  /** java GuestToken.java: prints a token to try. */
  public static void main(String[] args) throws Exception {
    long nowS = args.length > 0 ? Long.parseLong(args[0]) : System.currentTimeMillis() / 1000;
    String key = System.getenv("SIGHTGLASS_EMBED_KEY");
    String name = "\u738b\u5de5 \"North\" O'Neil/2";
    System.out.println(
        sign(key, "u-42", name, Map.of("devices", List.of("WW0001")), List.of("read", "confirm"), nowS));
  }
}

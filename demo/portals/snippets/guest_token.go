// Signs a guest token: who may see what of the console in your page, for 10 minutes. Go's own library only.
// The key is a secret of your server: it never goes to the page.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Resources names what the token opens: devices by SN, groups by id, or all.
type Resources struct {
	Devices []string `json:"devices,omitempty"`
	Groups  []int64  `json:"groups,omitempty"`
	All     bool     `json:"all,omitempty"`
}

type header struct {
	Alg string `json:"alg"`
	Typ string `json:"typ"`
	Kid string `json:"kid"`
}

type claims struct {
	Iss       string    `json:"iss"`
	Iat       int64     `json:"iat"`
	Exp       int64     `json:"exp"`
	Sub       string    `json:"sub"`
	Name      string    `json:"name"`
	Resources Resources `json:"resources"`
	Actions   []string  `json:"actions"`
}

// GuestToken signs for the user with this id and name, who may do `actions` ("read", "write", "confirm").
func GuestToken(embedKey, userID, userName string, resources Resources, actions []string, nowS int64) (string, error) {
	dot := strings.LastIndex(embedKey, ".")
	if dot < 0 {
		return "", fmt.Errorf("not an embed key")
	}
	kid := embedKey[:dot]
	head, err := part(header{"HS256", "JWT", kid})
	if err != nil {
		return "", err
	}
	body, err := part(claims{kid, nowS, nowS + 600, userID, userName, resources, actions})
	if err != nil {
		return "", err
	}
	text := head + "." + body
	mac := hmac.New(sha256.New, []byte(embedKey[dot+1:]))
	mac.Write([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)), nil
}

func part(value any) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(bytes.TrimSpace(text.Bytes())), nil
}

// go run guest_token.go: prints a token to try.
func main() {
	nowS := time.Now().Unix()
	if len(os.Args) > 1 {
		nowS, _ = strconv.ParseInt(os.Args[1], 10, 64)
	}
	resources := Resources{Devices: []string{"WW0001"}}
	token, err := GuestToken(
		os.Getenv("SIGHTGLASS_EMBED_KEY"), "u-42", "王工 \"North\" O'Neil/2", resources, []string{"read", "confirm"}, nowS)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(token)
}

// Signs a guest token: who may see what of the console in your page, for 10 minutes. .NET's own library only (6 or newer).
// The key is a secret of your server: it never goes to the page.
using System;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

public static class GuestToken
{
    private static readonly JsonSerializerOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <param name="resources">new { devices = new[] { sn } }, new { groups = new[] { id } } or new { all = true }</param>
    public static string Sign(
        string embedKey, string userId, string userName, object resources, string[] actions, long? nowS = null)
    {
        var iat = nowS ?? DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        var dot = embedKey.LastIndexOf('.');
        var kid = embedKey[..dot];
        var claims = new { iss = kid, iat, exp = iat + 600, sub = userId, name = userName, resources, actions };
        var text = Part(new { alg = "HS256", typ = "JWT", kid }) + "." + Part(claims);
        using var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(embedKey[(dot + 1)..]));
        return text + "." + Encode(hmac.ComputeHash(Encoding.UTF8.GetBytes(text)));
    }

    private static string Part(object value) => Encode(JsonSerializer.SerializeToUtf8Bytes(value, Plain));

    private static string Encode(byte[] bytes) =>
        Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');
}

// dotnet run, in a console project with this file: prints a token to try.
public static class Program
{
    public static void Main(string[] args)
    {
        Console.OutputEncoding = Encoding.UTF8;
        var key = Environment.GetEnvironmentVariable("SIGHTGLASS_EMBED_KEY")!;
        long? nowS = args.Length > 0 ? long.Parse(args[0]) : null;
        var resources = new { devices = new[] { "WW0001" } };
        Console.WriteLine(
            GuestToken.Sign(key, "u-42", "王工 \"North\" O'Neil/2", resources, new[] { "read", "confirm" }, nowS));
    }
}

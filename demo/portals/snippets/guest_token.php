<?php
// Signs a guest token: who may see what of the console in your page, for 10 minutes. PHP's own library only (7.4 or newer).
// The key is a secret of your server: it never goes to the page.
// $resources is ['devices' => [sn]], ['groups' => [id]] or ['all' => true].

function guest_token(string $embedKey, array $user, array $resources, array $actions, ?int $nowS = null): string
{
    $nowS = $nowS ?? time();
    $dot = strrpos($embedKey, '.');
    $kid = substr($embedKey, 0, $dot);
    $encode = fn (string $bytes): string => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR;
    $part = fn (array $value): string => $encode(json_encode($value, $flags));
    $claims = [
        'iss' => $kid, 'iat' => $nowS, 'exp' => $nowS + 600, 'sub' => $user['id'], 'name' => $user['name'],
        'resources' => $resources, 'actions' => $actions,
    ];
    $text = $part(['alg' => 'HS256', 'typ' => 'JWT', 'kid' => $kid]) . '.' . $part($claims);
    return $text . '.' . $encode(hash_hmac('sha256', $text, substr($embedKey, $dot + 1), true));
}

// php guest_token.php: prints a token to try.
if (PHP_SAPI === 'cli' && realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $user = ['id' => 'u-42', 'name' => '王工 "North" O\'Neil/2'];
    $nowS = isset($argv[1]) ? (int) $argv[1] : null;
    echo guest_token(getenv('SIGHTGLASS_EMBED_KEY'), $user, ['devices' => ['WW0001']], ['read', 'confirm'], $nowS), "\n";
}

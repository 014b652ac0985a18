import { base64url, importJWK, importPKCS8, SignJWT } from 'jose'

/** Lifetime of a token in seconds. */
const VALID_S = 120

/** A Secret API Key of the Coinbase Developer Platform. */
export interface CoinbaseKey {
  readonly id: string
  /** Ed25519 private key (64 bytes in base64), or P-256 private key in PEM. */
  readonly secret: string
}

/** Returns a function that signs a JSON Web Token (RFC 7519) with the key (EdDSA or ES256). Each token is valid for one method, host and path. */
export function coinbaseTokens({ id, secret }: CoinbaseKey): (method: string, url: URL) => Promise<string> {
  const loaded = loadKey(secret)
  loaded.catch(() => null) // prevents an unhandled rejection; the request for a token gets the error
  return async (method, { host, pathname }) => {
    const { key, alg } = await loaded
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ uris: [`${method} ${host}${pathname}`] })
      .setProtectedHeader({ alg, kid: id, typ: 'JWT', nonce: crypto.randomUUID().replaceAll('-', '') })
      .setSubject(id)
      .setIssuer('cdp')
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + VALID_S)
      .sign(key)
  }
}

async function loadKey(secret: string) {
  const text = secret.replaceAll('\\n', '\n').trim() // environment variables can contain the line breaks as `\n`
  if (text.startsWith('-----BEGIN')) return { alg: 'ES256', key: await importPKCS8(await toPkcs8(text), 'ES256') }
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
  if (bytes.length !== 64) throw new Error('The Coinbase key must be a private key in PEM, or 64 bytes in base64.')
  const [d, x] = [base64url.encode(bytes.subarray(0, 32)), base64url.encode(bytes.subarray(32))]
  return { alg: 'EdDSA', key: await importJWK({ kty: 'OKP', crv: 'Ed25519', d, x }, 'EdDSA') }
}

/** Converts a PEM key, possibly SEC 1 (`EC PRIVATE KEY`) as issued by Coinbase, to PKCS #8. */
async function toPkcs8(pem: string): Promise<string> {
  if (!pem.startsWith('-----BEGIN EC')) return pem
  const { createPrivateKey } = await import('node:crypto')
  return String(createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }))
}

import { hexToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import type { LoginWithKey } from '../account/account.js'
import type { Passkey } from '../gateway.js'

// Passkeys of the frame's origin, which is the same for all sites. The PRF extension of WebAuthn Level 3 derives 32 bytes that only the authenticator
// can compute. A key share is encrypted with a key derived from these bytes. The gateway stores the ciphertext and never receives the bytes.

const salt = new TextEncoder().encode('wallet-modal passkey share v1')
/** Upper bound on passkeys of an account. The gateway has the same limit. */
export const MAX_PASSKEYS = 10
/** Length of an AES-GCM nonce, in bytes. */
const IV_BYTES = 12

/**
 * `refused`: the visitor cancelled the prompt, the prompt timed out, or the passkey is unknown to the account. `noPrf`: the authenticator does not
 * support the PRF extension, or returned other bytes than before. `notAllowedHere`: the site's permissions policy or the browser disables passkeys in
 * frames.
 */
type PasskeyFailure = 'refused' | 'noPrf' | 'notAllowedHere'

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  constructor(readonly failure: PasskeyFailure) {
    super(failure)
  }
}

/** False if the site's permissions policy, or an old browser, disables the feature in frames. True if the browser does not report its policies. */
function isAllowed(feature: 'create' | 'get'): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  const allows: unknown = Reflect.get(Object(policy), 'allowsFeature')
  return typeof allows !== 'function' || allows.call(policy, `publickey-credentials-${feature}`) === true
}

/** Whether this browser has WebAuthn. */
export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Whether this device can create passkeys: it has a built-in authenticator that verifies the user. */
export const canMakePasskey = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())

/** Opens a browser prompt. Rejects with `refused` after a cancellation and after a timeout, which browsers do not distinguish. */
async function prompt(feature: 'create' | 'get', ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (!isAllowed(feature)) throw new PasskeyError('notAllowedHere')
  const credential = await ask().catch(() => null) // the DOMException does not contain the reason
  if (credential instanceof PublicKeyCredential) return credential
  throw new PasskeyError('refused')
}

const prfOf = (credential: PublicKeyCredential): Uint8Array<ArrayBuffer> | undefined => {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return undefined
  return ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer.slice(first.byteOffset, first.byteOffset + first.byteLength))
    : new Uint8Array(first)
}

const toDescriptor = (credentialId: string): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: base64urlnopad.decode(credentialId).slice(), // a copy, because WebAuthn's types exclude shared memory
})

const prf = { eval: { first: salt } }

/** WebAuthn challenge. It is random and not stored, because nobody verifies the signature of the passkey: only the PRF bytes are used. */
const challenge = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(32))

async function askPasskey(
  credentialIds: readonly string[],
): Promise<{ readonly credentialId: string; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const credential = await prompt('get', () =>
    navigator.credentials.get({
      publicKey: {
        challenge: challenge(),
        userVerification: 'required',
        allowCredentials: credentialIds.map(toDescriptor),
        extensions: { prf },
      },
    }),
  )
  const bytes = prfOf(credential)
  if (bytes?.length !== 32) throw new PasskeyError('noPrf')
  return { credentialId: credential.id, bytes }
}

/** Creates a passkey for the account. Prompts a second time on authenticators that support PRF only in assertions. */
async function createPasskey({ account, address }: LoginWithKey, existing: readonly Passkey[]) {
  const name = account.email ?? account.userName ?? address
  const credential = await prompt('create', () =>
    navigator.credentials.create({
      publicKey: {
        challenge: challenge(),
        rp: { name: location.hostname },
        user: { id: hexToBytes(account.accountId), name, displayName: name },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 }, // ES256
          { type: 'public-key', alg: -257 }, // RS256
        ],
        excludeCredentials: existing.map(({ credentialId }) => toDescriptor(credentialId)),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        extensions: { prf },
      },
    }),
  )
  const bytes = prfOf(credential)
  if (bytes?.length === 32) return { credentialId: credential.id, bytes }
  if (credential.getClientExtensionResults().prf?.enabled !== true) throw new PasskeyError('noPrf')
  return askPasskey([credential.id])
}

async function keyOf(bytes: Uint8Array<ArrayBuffer>, address: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
  bytes.fill(0)
  const info = new TextEncoder().encode(address.toLowerCase())
  const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Creates a passkey and encrypts `share` with it. Rejects with {@link PasskeyError}. */
export async function sealUnderNewPasskey(
  login: LoginWithKey,
  share: Uint8Array<ArrayBuffer>,
  existing: readonly Passkey[],
): Promise<{ readonly credentialId: string; readonly sealed: Uint8Array }> {
  const { credentialId, bytes } = await createPasskey(login, existing)
  const nonce = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await keyOf(bytes, login.address)
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, share))
  return { credentialId, sealed: Uint8Array.of(...nonce, ...sealed) }
}

/** Asks for one of the account's passkeys and decrypts the key share that belongs to it. Rejects with {@link PasskeyError}. */
export async function openWithPasskey(passkeys: readonly Passkey[], address: string): Promise<Uint8Array<ArrayBuffer>> {
  const { credentialId, bytes } = await askPasskey(passkeys.map((passkey) => passkey.credentialId))
  const passkey = passkeys.find((candidate) => candidate.credentialId === credentialId)
  if (!passkey) throw new PasskeyError('refused')
  const sealed = hexToBytes(passkey.sealedShare)
  const parameters = { name: 'AES-GCM', iv: sealed.slice(0, IV_BYTES) }
  const key = await keyOf(bytes, address)
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, sealed.slice(IV_BYTES)))
  } catch {
    throw new PasskeyError('noPrf') // the authenticator returned other PRF bytes than when the share was encrypted
  }
}

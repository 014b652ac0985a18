import { fromBase58 } from '../../sdk.js'

/** Whether an address signed a message; `undefined` if the browser does not support Ed25519 or the address is invalid. */
export async function isSignedBy(
  address: string,
  signature: Uint8Array,
  message: Uint8Array,
): Promise<boolean | undefined> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase58(address).slice(), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature.slice(), message.slice())
  } catch {
    return undefined // older browsers and insecure contexts have no Ed25519
  }
}

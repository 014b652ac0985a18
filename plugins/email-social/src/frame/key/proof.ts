import { concat, keccak256, stringToBytes } from 'viem'
import { type LoginWithKey, readShares } from '../account/account.js'
import { type EcdsaSignature, signDigest, withKey } from './key.js'

/**
 * Digest that the account's key signs for the gateway. The data starts with the bytes 0x19 0x57: no message (EIP-191, EIP-712) and no transaction
 * starts with them, so the signature is valid for nothing else.
 */
const proofDigest = (session: string, action: string, fields: readonly string[]): Uint8Array =>
  keccak256(
    concat([
      Uint8Array.of(0x19, 0x57),
      stringToBytes(JSON.stringify(['wallet-modal account', session, action, ...fields])),
    ]),
    'bytes',
  )

/** Signature that proves to the gateway that this browser can use the account's key. Valid for one action with these fields. */
export async function proveKey(
  login: LoginWithKey,
  action: string,
  fields: readonly string[],
): Promise<EcdsaSignature> {
  return withKey(await readShares(login), login.address, (key) =>
    signDigest(proofDigest(login.session, action, fields), key),
  )
}

import { Refusal } from '../http/refusal.js'
import type { Signed, SignInFamily } from './sign-in-family.js'

/**
 * Verifies a signature with the chain family of its network. Throws a `Refusal`: `BAD_SIGNATURE` if the account did not sign the message,
 * `NOT_VERIFIABLE` if no node could check the signature of a contract.
 */
export async function verify(signed: Signed, families: readonly SignInFamily[]): Promise<void> {
  const [namespace] = signed.network.caipNetworkId.split(':')
  const family = families.find((candidate) => candidate.namespace === namespace)
  const isValid = family ? await family.verify(signed) : false
  if (isValid !== true) throw new Refusal('BAD_SIGNATURE', 'The signature is not valid for this account.')
}

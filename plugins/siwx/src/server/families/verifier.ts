import { Refusal } from '../http/refusal.js'
import type { Signed, SignInFamily } from './sign-in-family.js'

export async function verify(signed: Signed, families: readonly SignInFamily[]): Promise<void> {
  const [namespace] = signed.network.caipNetworkId.split(':')
  const family = families.find((one) => one.namespace === namespace)
  const isTheirs = family ? await family.verify(signed) : false
  if (isTheirs !== true) throw new Refusal('BAD_SIGNATURE', 'The signature is not valid for this account.')
}

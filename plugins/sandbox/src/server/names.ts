import {
  createNameRegistry,
  type NameRegistry,
  type ProfileRegistration,
  type Store,
} from '@wallet-modal/gateway/server'
import { isAddress, isHex, verifyMessage } from 'viem'
import type { Clock } from './clock.js'

/** Domain under which the sandbox registers names: the default of `@wallet-modal/names`. */
const ZONE = 'reown.id'
/** Labels that the sandbox refuses, to show how a refusal looks. */
const reserved = ['admin', 'wallet', 'reown', 'support']

/** ERC-191, by the key of the address. */
async function isSigned({ address, message, signature }: ProfileRegistration): Promise<boolean> {
  if (!isAddress(address, { strict: false }) || !isHex(signature)) return false
  return verifyMessage({ address, message, signature }).catch(() => false) // viem's way to say that it is no signature
}

/** Names in the sandbox's store. */
export const createSandboxNames = (store: Store, clock: Clock): NameRegistry =>
  createNameRegistry({ store, zones: [ZONE], reserved, verify: isSigned, now: clock.now })

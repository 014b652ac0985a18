import type { FoundToken } from '@wallet-modal/kernel'

/** A token as it was read, before anybody has asked whether it is what it says. */
export type Held = FoundToken

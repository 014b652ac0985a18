import type { FoundToken } from '@wallet-modal/kernel'

/** Token as read from a source, before it is checked for spam. */
export type SourceToken = FoundToken

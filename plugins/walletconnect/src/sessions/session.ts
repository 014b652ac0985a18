import type { SessionTypes } from '@walletconnect/types'

/** A WalletConnect session, as the client stores it. */
export type Session = SessionTypes.Struct

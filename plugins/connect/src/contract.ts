import { view } from '@wallet-modal/kernel'

/** The wallets to connect with. */
export const Connect = view('@wallet-modal/connect#Connect')

import { view } from '@wallet-modal/kernel'

/** The connected account: who, how much, what can be done. */
export const Account = view('@wallet-modal/account#Account')

/** Answers with the CAIP-2 id that was switched to. */
export const Networks = view<void, string>('@wallet-modal/account#Networks')

/** Asks the wallet for one network at once. Answers with its CAIP-2 id when the wallet has switched. */
export const SwitchNetwork = view<{ readonly network: string }, string>('@wallet-modal/account#SwitchNetwork')

/** Explains networks to those who do not know what one is. */
export const WhatIsANetwork = view('@wallet-modal/account#WhatIsANetwork')

/** Shown while the wallet is on a network that the site does not know. */
export const UnsupportedChain = view('@wallet-modal/account#UnsupportedChain')

/** Every connected wallet, one namespace under the other. */
export const ProfileWallets = view('@wallet-modal/account#ProfileWallets')

/** Before the first wallet of another chain family is connected: `network` is the CAIP-2 id that the visitor chose. */
export const SwitchActiveChain = view<{ readonly network: string }>('@wallet-modal/account#SwitchActiveChain')

/** What can be changed about the account in use. */
export const AccountSettings = view('@wallet-modal/account#AccountSettings')

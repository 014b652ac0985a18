import { view } from '@wallet-modal/kernel'

/** Developer panel with the tabs Wallets, Timeline, Requests and Plugins. Timeline and Requests together list the latest 1,000 entries. */
export const Devtools = view('@wallet-modal/devtools#Devtools')

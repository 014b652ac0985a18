import { view } from '@wallet-modal/kernel'

/** Developer panel: wallets, timeline, requests and plugins with the last 1,000 entries since the page was loaded. */
export const Devtools = view('@wallet-modal/devtools#Devtools')

import { view } from '@wallet-modal/kernel'

/** What the modal did since the page was loaded. */
export const Devtools = view('@wallet-modal/devtools#Devtools')

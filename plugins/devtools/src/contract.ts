import { view } from '@wallet-modal/kernel'

/** Timeline of the modal since the page was loaded. */
export const Devtools = view('@wallet-modal/devtools#Devtools')

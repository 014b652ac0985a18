import { signal, view } from '@wallet-modal/kernel'

export const Home = view('@test/shell#Home')
export const Account = view('@test/shell#Account')
export const Form = view('@test/shell#Form')

/** While false, the modal cannot be closed. */
export const mayClose = signal(true)
export const isLong = signal(false)

import { view } from '@wallet-modal/kernel'

/** The support chat. */
export const Support = view('wallet-modal-plugin-frame#Support')

/** Opening hours of the support. */
export const Hours = view('wallet-modal-plugin-frame#Hours')

/** Id of the frame among the persistent elements. */
export const CHAT = 'wallet-modal-plugin-frame#chat'

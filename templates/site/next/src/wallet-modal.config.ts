'use client'

import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { rememberInCookie } from '@wallet-modal/kernel/cookie'
import { generated } from './wallet-modal.generated'

// A page has one modal: when this file changes in development, the new modal replaces the old one.
const key = Symbol.for('wallet-modal.modal')
const page: { [key]?: WalletModal } = typeof window === 'undefined' ? {} : Object(window)
page[key]?.dispose()

/** Modal of this site. Its plugins and options are in wallet-modal.json; add options here that JSON cannot hold, such as functions. */
export const modal = createWalletModal(generated())
page[key] = modal

// Stores the connected account in a cookie, with which the server renders the next page.
rememberInCookie(modal)

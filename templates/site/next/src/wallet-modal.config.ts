'use client'

import { createWalletModal, type WalletModal } from '@wallet-modal/kernel'
import { rememberInCookie } from '@wallet-modal/kernel/cookie'
import { generated } from './wallet-modal.generated'

// A page has one modal: when this file is edited in development, the next one takes its place.
const page: { walletModal?: WalletModal } = typeof window === 'undefined' ? {} : Object(window)
page.walletModal?.dispose()

/** This site's modal. What it consists of stands in wallet-modal.json; options that are code go in here. */
export const modal = createWalletModal(generated())
page.walletModal = modal

// Tells the server, for the next page, whose account to draw.
rememberInCookie(modal)

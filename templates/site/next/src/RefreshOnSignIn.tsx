'use client'

import { useModalEvent } from '@wallet-modal/kernel/react'
import { signedIn, signedOut } from '@wallet-modal/siwx/contract'
import { useRouter } from 'next/navigation'
import { modal } from './wallet-modal.config'

/** Re-renders the server components after the visitor has signed in or out. */
export function RefreshOnSignIn() {
  const router = useRouter()
  useModalEvent(modal, signedIn, () => router.refresh())
  useModalEvent(modal, signedOut, () => router.refresh())
  return null
}

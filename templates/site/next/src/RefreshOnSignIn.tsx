'use client'

import { signedIn, signedOut } from '@wallet-modal/siwx/contract'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { modal } from './wallet-modal.config'

/** Re-renders the server components after the visitor has signed in or out. */
export function RefreshOnSignIn() {
  const router = useRouter()
  useEffect(() => {
    const stops = [modal.on(signedIn, () => router.refresh()), modal.on(signedOut, () => router.refresh())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  return null
}

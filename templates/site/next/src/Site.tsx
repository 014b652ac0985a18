'use client'

import type { InitialState } from '@wallet-modal/kernel/cookie'
import { InitialStateProvider } from '@wallet-modal/kernel/react'
import { App } from './App'

/** The page on the server and in the browser: both begin with the same account. */
export function Site({ state }: { state: InitialState }) {
  return (
    <InitialStateProvider state={state}>
      <App />
    </InitialStateProvider>
  )
}

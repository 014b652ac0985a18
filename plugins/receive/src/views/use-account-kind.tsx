import { useValue } from '@wallet-modal/kernel/ui'
import { useEffect } from 'react'
import type { ReceiveModel } from '../model.js'

/** Reads whether the active account is a contract, again for each account and network. */
export function useAccountKind({ accountKind }: ReceiveModel): void {
  const key = useValue(accountKind.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another account or network
  useEffect(() => accountKind.read(), [accountKind, key])
}

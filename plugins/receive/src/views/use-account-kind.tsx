import { useValue } from '@wallet-modal/kernel/ui'
import { useEffect } from 'react'
import type { ReceiveModel } from '../model.js'

/** Reads the kind of the active account, and again after each change of account or network. */
export function useAccountKind({ accountKind }: ReceiveModel): void {
  const key = useValue(accountKind.key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again for another account or network
  useEffect(() => accountKind.read(), [accountKind, key])
}

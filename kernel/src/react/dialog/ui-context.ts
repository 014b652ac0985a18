import { createContext, useContext } from 'react'
import { WalletModalError } from '../../errors/errors.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'

export const UiContext = createContext<UiDependencies | null>(null)

export function useUi(): UiDependencies {
  const parts = useContext(UiContext)
  if (!parts)
    throw new WalletModalError('INVALID_ARGUMENT', 'This hook or component works only inside a view of the modal.')
  return parts
}

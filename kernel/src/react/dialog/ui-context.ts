import { createContext, useContext } from 'react'
import { WalletModalError } from '../../errors/errors.js'
import type { UiParts } from '../../modal/ui-parts.js'

export const UiContext = createContext<UiParts | null>(null)

export function useUi(): UiParts {
  const parts = useContext(UiContext)
  if (!parts)
    throw new WalletModalError('INVALID_ARGUMENT', 'This hook or component works only inside a view of the modal.')
  return parts
}

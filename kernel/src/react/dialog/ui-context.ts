import { createContext, useContext } from 'react'
import { WalletModalError } from '../../errors/errors.js'
import type { UiDependencies } from '../../modal/ui-dependencies.js'

export const UiContext = createContext<UiDependencies | null>(null)

/** Objects of the modal that renders this component. Throws `INVALID_ARGUMENT` outside of a modal. */
export function useUi(): UiDependencies {
  const ui = useContext(UiContext)
  if (!ui) throw new WalletModalError('INVALID_ARGUMENT', 'This hook or component works only in a view of the modal.')
  return ui
}

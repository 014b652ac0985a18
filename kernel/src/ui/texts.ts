import { createContext, useContext } from 'react'
import type { Translate } from '../texts/i18n.js'

/** The kernel's own texts; keys as they are where nothing provides them. */
export const Texts = createContext<Translate>((key) => key)

export const useTexts = (): Translate => useContext(Texts)

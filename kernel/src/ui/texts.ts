import { createContext, useContext } from 'react'
import type { Translate } from '../texts/i18n.js'

/** The kernel's texts; without a provider, keys are displayed. */
export const Texts = createContext<Translate>((key) => key)

/** Translate function for the kernel's texts. */
export const useTexts = (): Translate => useContext(Texts)

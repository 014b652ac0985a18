import { safeUrl } from '@wallet-modal/kernel/ui'
import type { CheckUrl } from '../deep-links/deep-links.js'

/** URL validation of the kernel's views. The model gets it as a parameter, because importing it there would load all components. */
export const checkUrl: CheckUrl = (text, schemes) => safeUrl(text, schemes)

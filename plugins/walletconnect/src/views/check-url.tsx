import { safeUrl } from '@wallet-modal/kernel/ui'
import type { CheckUrl } from '../links/links.js'

/** URL validation of the kernel's views, passed in from here because a model that imported it would load all components. */
export const checkUrl: CheckUrl = (text, schemes) => safeUrl(text, schemes)

import { safeUrl } from '@wallet-modal/kernel/ui'
import type { CheckUrl } from '../links/links.js'

/** The interface's check of what may be opened. From here, because a model that imported it would come with every component. */
export const checkUrl: CheckUrl = (text, schemes) => safeUrl(text, schemes)

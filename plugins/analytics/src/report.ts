import type { EventProperties } from './contract.js'

/** Reports one event of the modal to the site and to the analytics service. */
export type Report = (event: string, properties?: EventProperties) => void

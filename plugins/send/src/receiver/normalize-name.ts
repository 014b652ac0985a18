// Separate module, so that the tables of ENSIP-15 are loaded only when a name is normalized.
import { ens_normalize } from '@adraffy/ens-normalize'

/** Normalizes a name (ENSIP-15). Throws for an invalid name. */
export const normalizeName = (name: string): string => ens_normalize(name)

// Separate module, so that bundlers load the tables of ENSIP-15 only with the first name.
import { ens_normalize } from '@adraffy/ens-normalize'

/** Normalizes a name (ENSIP-15). Throws for an invalid name. */
export const normalizeName = (name: string): string => ens_normalize(name)

// A module of its own, so that bundlers load the tables of ENSIP-15 with the first name and with nothing else.
import { ens_normalize } from '@adraffy/ens-normalize'

/** A name as ENS writes it (ENSIP-15). Throws for one that ENS would not take. */
export const normalizeName = (name: string): string => ens_normalize(name)

import { kernelName } from '../plan/plugins/first-party.js'
import { findCopies } from './copies.js'
import type { Check } from './finding.js'

/** Checks that only one copy of the kernel is installed: a plugin that imports another copy does not work. */
export const checkDuplicateKernel: Check = async ({ folder }) => {
  const copies = await findCopies(folder, kernelName)
  if (copies.length < 2) return []
  const locations = copies.map(({ version, folder: path }) => `${version} in ${path}`)
  return [
    {
      id: 'duplicate-kernel',
      severity: 'error',
      what: `There are ${copies.length} copies of ${kernelName}: ${locations.join('; ')}.`,
      why: 'Signals and plugins of one copy do not work with another: the modal does not start (DUPLICATE_KERNEL).',
      fix: `Install one version that all plugins accept, then run your package manager’s "dedupe". To see which packages depend on it: npm ls ${kernelName}`,
    },
  ]
}

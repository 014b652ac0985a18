import semver from 'semver'
import type { Check } from './finding.js'

const supported = '>=20.19.0'

/** Checks that the running Node.js is supported. */
export const checkNode: Check = async ({ nodeVersion }) =>
  semver.satisfies(nodeVersion, supported, { includePrerelease: true })
    ? []
    : [
        {
          id: 'unsupported-node',
          severity: 'error',
          what: `This is Node.js ${nodeVersion}.`,
          why: `wallet-modal and its tools need Node.js ${supported}.`,
          fix: 'Install a supported Node.js, then install the packages again.',
        },
      ]

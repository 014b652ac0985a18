import { lacksOpeningView } from '../plan/plugins/opening-view.js'
import type { Check } from './finding.js'

/** Checks that the modal has a view to open for visitors without a connected wallet. */
export const checkOpeningView: Check = async ({ site, known }) =>
  lacksOpeningView(site, known)
    ? [
        {
          id: 'opening-view-missing',
          severity: 'warning',
          what: 'No plugin of the site has a view for visitors without a connected wallet.',
          why: 'A click on the button does not open the modal. The console shows "No plugin provides a view to open".',
          fix: "Run `npx create-wallet-modal add connect`. If the site's own code adds such a view or never opens the modal, ignore this warning.",
        },
      ]
    : []

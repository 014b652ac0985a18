/** Subset of Playwright's `Locator` that {@link modal} uses. */
export interface LocatorLike<L> {
  getByRole(role: 'button', options: { readonly name: string | RegExp; readonly exact?: boolean }): L
  click(): Promise<unknown>
  waitFor(options: { readonly state: 'visible' | 'hidden' }): Promise<unknown>
}

/** Subset of Playwright's `Page` that {@link modal} uses. Playwright's locators also find elements in the modal's shadow root. */
export interface PageLike<L> {
  getByRole(role: 'dialog'): L
}

/** Operates the modal of a page as a visitor does. Each step waits for its elements, as Playwright's actions do. */
export interface ModalSteps<L> {
  /** Locator of the modal, for assertions. */
  readonly dialog: L
  /** Button or row in the modal, by its name or a part of the name. */
  row(name: string | RegExp): L
  /** Selects a wallet and waits until the modal has closed. `family`: chain family to select if the modal offers several for this wallet. */
  connect(wallet: string | RegExp, options?: { readonly family?: string | RegExp }): Promise<void>
  /** Approves the request of the sandbox's own wallet. */
  approve(): Promise<void>
  /** Rejects the request of the sandbox's own wallet. */
  reject(): Promise<void>
  close(): Promise<void>
}

/**
 * Steps for the modal of a Playwright page. The modal need not be open yet.
 *
 * ```ts
 * await modal(page).connect('Zephyr')
 * ```
 */
export function modal<L extends LocatorLike<L>>(page: PageLike<L>): ModalSteps<L> {
  const dialog = page.getByRole('dialog')
  const row = (name: string | RegExp): L => dialog.getByRole('button', { name })
  const press = async (name: string): Promise<void> => {
    await dialog.getByRole('button', { name, exact: true }).click()
  }
  return {
    dialog,
    row,
    async connect(wallet, { family } = {}) {
      await row(wallet).click()
      if (family !== undefined) await row(family).click()
      await dialog.waitFor({ state: 'hidden' })
    },
    approve: () => press('Approve'),
    reject: () => press('Reject'),
    async close() {
      await press('Close')
      await dialog.waitFor({ state: 'hidden' })
    },
  }
}

import type { Page } from 'playwright-core'

/**
 * Runs in a page: resolves when no animation is running in the document or in its open shadow roots. Waits two frames before each check. Endless
 * animations are ignored.
 */
export async function comeToRest(): Promise<void> {
  const twoFrames = (): Promise<number> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = (): readonly Animation[] => {
    const inside = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const all = [document, ...inside].flatMap((root) => root.getAnimations())
    return all.filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
    )
  }
  await twoFrames()
  for (let left = moving(); left.length > 0; left = moving()) {
    await Promise.allSettled(left.map(({ finished }) => finished))
    await twoFrames()
  }
}

/** Resolves when no animation is running in a page. */
export const atRest = (page: Page): Promise<void> => page.evaluate(comeToRest)

import type { UiParts } from '../ui-loader.js'
export function mount(_parts: UiParts): void {}
export async function preload(_parts: UiParts): Promise<void> {}

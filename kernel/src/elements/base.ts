import { isWalletModalError } from '../errors/errors.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { effect, type Signal, signal } from '../signals.js'
import { writeTokens } from '../ui/styles/tokens.js'
import { elementStyles } from './styles.js'
import { createTexts, type ElementTexts } from './texts.js'

/** Argument of {@link ElementKind.draw}. */
export interface DrawContext {
  readonly modal: WalletModal
  readonly texts: ElementTexts['strings']
  readonly button: HTMLButtonElement
  /** The custom element. */
  readonly host: HTMLElement
}

/** Rendering and behaviour of one element type. */
export interface ElementKind {
  /**
   * Renders the button. Called again when an observed attribute, or a signal that `draw` read, has changed. May return a cleanup, which runs before
   * the next call.
   */
  draw(context: DrawContext): void | (() => void)
  click(modal: WalletModal, host: HTMLElement): Promise<unknown>
}

const attributes = ['label', 'loading-label', 'disabled', 'balance', 'chars-start', 'chars-end', 'namespace', 'wallet']

/** Custom element class. Created in a function and not at import time, because servers have no `HTMLElement`. */
export function createElementClass(modal: Signal<WalletModal>, { draw, click }: ElementKind): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = attributes
    /** A later call of `defineElements()` sets a new modal, for example during hot reloading. */
    static readonly modal = modal
    readonly #button = document.createElement('button')
    readonly #tokens = new CSSStyleSheet()
    readonly #attributeChanges = signal(0)
    #stop = (): void => {}

    constructor() {
      super()
      const rules = new CSSStyleSheet()
      rules.replaceSync(elementStyles)
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      root.adoptedStyleSheets = [this.#tokens, rules]
      root.append(this.#button)
      this.#button.type = 'button'
      this.#button.setAttribute('part', 'button')
      this.#button.setAttribute('aria-haspopup', 'dialog')
      this.#button.addEventListener(
        'click',
        () => void click(modal.peek(), this).catch((error: unknown) => reportError(error)),
      )
    }

    connectedCallback(): void {
      this.#stop = effect(() => this.#attach(modal.value))
    }

    disconnectedCallback(): void {
      this.#stop()
    }

    attributeChangedCallback(): void {
      this.#attributeChanges.value = this.#attributeChanges.peek() + 1 // `peek`, because the caller may be an effect, which must not subscribe
    }

    #attach(current: WalletModal): () => void {
      const texts = createTexts(current)
      const stopTokens = current.theme.subscribe((theme) => writeTokens(this.#tokens, theme))
      const stopDrawing = effect(() => {
        this.#attributeChanges.value // subscribes to changes of attributes
        this.#button.disabled = this.hasAttribute('disabled')
        try {
          return draw({ modal: current, texts: texts.strings, button: this.#button, host: this })
        } catch (error) {
          // disposing a modal changes its signals, which runs this effect, but methods of the modal then throw `DISPOSED`
          if (!isWalletModalError(error) || error.code !== 'DISPOSED') throw error
        }
      })
      return () => {
        stopDrawing()
        stopTokens()
        texts.dispose()
      }
    }
  }
}

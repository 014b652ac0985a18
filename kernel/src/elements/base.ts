import { isWalletModalError } from '../errors/errors.js'
import type { WalletModal } from '../modal/modal.js'
import { effect, type Signal, signal } from '../signals.js'
import { writeTokens } from '../ui/styles/tokens.js'
import { elementStyles } from './styles.js'
import { createTexts, type ElementTexts } from './texts.js'

export interface Drawing {
  readonly modal: WalletModal
  readonly texts: ElementTexts['strings']
  readonly button: HTMLButtonElement
  /** The element itself, for its attributes. */
  readonly host: HTMLElement
}

/** What one kind of element shows and does. */
export interface ElementKind {
  /** Runs again when a signal that it read, or an attribute, has changed; before that, what it returned. */
  draw(drawing: Drawing): void | (() => void)
  click(modal: WalletModal, host: HTMLElement): Promise<unknown>
}

const attributes = ['label', 'loading-label', 'disabled', 'balance', 'chars-start', 'chars-end', 'namespace', 'wallet']

/** A custom element class. It is made in a function and never at import time, because servers have no `HTMLElement`. */
export function createElementClass(modal: Signal<WalletModal>, { draw, click }: ElementKind): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = attributes
    /** Defining again, as hot reloading does, hands the new modal to the elements that are there. */
    static readonly modal = modal
    readonly #button = document.createElement('button')
    readonly #tokens = new CSSStyleSheet()
    readonly #attributesRead = signal(0)
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
      this.#stop = effect(() => this.#follow(modal.value))
    }

    disconnectedCallback(): void {
      this.#stop()
    }

    attributeChangedCallback(): void {
      this.#attributesRead.value++
    }

    #follow(current: WalletModal): () => void {
      const texts = createTexts(current)
      const stopTokens = current.theme.subscribe((theme) => writeTokens(this.#tokens, theme))
      const stopDrawing = effect(() => {
        this.#attributesRead.value // what is drawn depends on them
        this.#button.disabled = this.hasAttribute('disabled')
        try {
          return draw({ modal: current, texts: texts.strings, button: this.#button, host: this })
        } catch (error) {
          // what a modal is made of changes while it is disposed of
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

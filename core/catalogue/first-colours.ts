/** Of the chart theme that counts where none is chosen: apart from the others, since every element has them. */
export const FIRST_COLOURS: { readonly light: readonly string[]; readonly dark: readonly string[] } = {
  light: ['#1f6fb2', '#b06a00', '#12506b', '#8a4fa8', '#3a8a8c', '#6b5a00', '#3b49a8', '#b04a6e', '#4f7d2f', '#5b6470'],
  dark: ['#5aa9e6', '#e0a030', '#8fd0ea', '#c49be0', '#5fc4bf', '#d3c15a', '#98a6f5', '#ee94b4', '#9bcf75', '#aeb7c2'],
}

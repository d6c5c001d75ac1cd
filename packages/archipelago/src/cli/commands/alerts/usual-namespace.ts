/** Of the operator, where nobody says another. */
export const usualNamespace = 'kubevirt-hyperconverged';

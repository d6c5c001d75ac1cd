/** Whom managedFields name for what we write to operands and to the status. */
export const fieldManager = 'archipelago';

/** Whom managedFields name for the defaults that admission would have stored. */
export const admissionFieldManager = 'archipelago-admission';

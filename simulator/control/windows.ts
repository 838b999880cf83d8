import { WINDOW_MARKS } from '../../lib/window-marks';
import { json } from '../http/answer';
import type { Endpoint } from './endpoint';

/** The windows that decide whether a repetition is recognised, as docs/windows.svg draws them. */
export const windows: Endpoint = () => json(200, WINDOW_MARKS);

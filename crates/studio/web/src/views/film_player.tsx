// A run to look at: scrub, step, play at any speed, over and over.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Scene } from "../engine/interface";
import { chartFilm } from "../picture/chart";
import { cellsFilm, type FilmPicture, type Look, spritesFilm } from "../picture/film";
import { Icon, IconButton } from "./icon";

const SPEEDS = [0.25, 0.5, 1, 2, 5, 20];
const prefersStill = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface FilmProps {
  scene: Scene;
  label: string;
  /** Pixels that it may be high. */
  height: number;
  plays?: boolean;
  heat?: boolean;
  /** The move after which winning is impossible, marked on the slider. */
  fatal?: number | null;
  /** Where else on the page the frame is of interest. */
  onFrame?: (frame: number) => void;
}

export function FilmPlayer({ scene, label, height, plays = true, heat = false, fatal = null, onFrame }: FilmProps) {
  const last = scene.n_frames - 1;
  const [frame, setFrame] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [loops, setLoops] = useState(true);

  useEffect(() => {
    setFrame(0);
    setPlaying(plays && last > 0 && !prefersStill());
  }, [scene]);

  useEffect(() => {
    if (!isPlaying) return;
    let due = performance.now(),
      handle = 0,
      rest = 0;
    const delay = Math.max(scene.delay, 60) / speed;
    const tick = (time: number): void => {
      const steps = Math.floor((time - due) / delay);
      if (steps > 0) {
        due += steps * delay;
        setFrame((now) => {
          if (now < last) return Math.min(last, now + Math.min(steps, Math.ceil(250 / delay)));
          if (scene.again !== null) return scene.again;
          // A moment at the end before it begins anew.
          if (!loops || rest++ * delay < 1200) return now;
          rest = 0;
          return 0;
        });
      }
      handle = requestAnimationFrame(tick);
    };
    handle = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(handle);
  }, [isPlaying, speed, loops, scene, last]);

  useEffect(() => onFrame?.(frame), [frame, onFrame]);
  useEffect(() => {
    if (isPlaying && !loops && frame >= last && scene.again === null) setPlaying(false);
  }, [frame, isPlaying, loops, last]);

  const go = (wanted: number): void => {
    setPlaying(false);
    setFrame(Math.max(0, Math.min(last, wanted)));
  };
  const toggle = (): void => {
    if (!isPlaying && frame >= last) setFrame(0);
    setPlaying(!isPlaying);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isField = event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement;
    const actions: Record<string, () => void> = {
      ArrowLeft: () => go(frame - 1),
      ArrowRight: () => go(frame + 1),
      Home: () => go(0),
      End: () => go(last),
      ...(isField || event.target instanceof HTMLButtonElement ? {} : { " ": toggle }),
    };
    const act = actions[event.key];
    if (act === undefined || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    act();
  };

  const step = Math.min(frame * scene.every, scene.steps);
  const action = frame === 0 ? "start" : (scene.actions[scene.acts[frame - 1] ?? 0] ?? "");
  return (
    <div class="film" role="group" aria-label={label} onKeyDown={keys}>
      <Picture scene={scene} frame={frame} height={height} heat={heat} label={label} />
      <p class="film-now" aria-live={isPlaying ? "off" : "polite"}>
        <span>
          Step {step} of {scene.steps}
        </span>
        <span class="film-action">{action}</span>
      </p>
      <div class="slider">
        <input
          type="range"
          min={0}
          max={last}
          value={frame}
          aria-label={`${label}: step`}
          aria-valuetext={`step ${step} of ${scene.steps}: ${action}`}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        {fatal !== null && last > 0 && (
          <span
            class="fatal-mark"
            style={{ left: `${(Math.min(fatal, last) / last) * 100}%` }}
            title={`From step ${fatal} on, winning is impossible`}
          />
        )}
      </div>
      <div class="film-buttons">
        <IconButton icon="start" label="To the start" keys="Home" onClick={() => go(0)} />
        <IconButton icon="back" label="One step back" keys="left arrow" onClick={() => go(frame - 1)} />
        <button
          type="button"
          class="primary play-button"
          aria-label={isPlaying ? "Pause" : "Play"}
          title="Play or pause (Space)"
          onClick={toggle}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <IconButton icon="forward" label="One step forward" keys="right arrow" onClick={() => go(frame + 1)} />
        <IconButton icon="end" label="To the end" keys="End" onClick={() => go(last)} />
        <select aria-label="Speed" value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
        <label class="toggle">
          <input type="checkbox" checked={loops} onChange={(event) => setLoops(event.currentTarget.checked)} /> Loop
        </label>
      </div>
    </div>
  );
}

interface PictureProps {
  scene: Scene;
  frame: number;
  /** Pixels that it may be high; without it, as high as the page has room. */
  height?: number;
  heat?: boolean;
  label: string;
  look?: Look;
}

/** One frame of a run. */
export function Picture(props: PictureProps) {
  return props.scene.kind === "chart" ? <ChartPicture {...props} /> : <CanvasPicture {...props} />;
}

function CanvasPicture({ scene, frame, height, heat = false, label, look }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [[width, room], setRoom] = useState([0, 0]);
  const high = height ?? room;
  const film = useMemo<FilmPicture | null>(() => {
    if (scene.kind === "cells") return cellsFilm(scene, look);
    return scene.kind === "sprites" ? spritesFilm(scene) : null;
  }, [scene]);

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = (): void =>
      setRoom((now) => {
        const { clientWidth: width, clientHeight: height } = element;
        return now[0] === width && now[1] === height ? now : [width, height];
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (film === null || width === 0) return;
    film.layOut(canvas.current!, width, high);
    film.draw(canvas.current!, Math.min(frame, film.last), heat);
  }, [film, width, high]);
  useLayoutEffect(() => {
    if (film !== null && width > 0) film.draw(canvas.current!, Math.min(frame, film.last), heat);
  }, [film, frame, heat]);

  const words = film?.words(Math.min(frame, film.last)) ?? "";
  return (
    <div class="picture" ref={box}>
      <canvas ref={canvas} role="img" aria-label={words === "" ? label : `${label}: ${words}`} />
    </div>
  );
}

function ChartPicture({ scene, frame, height, label }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const film = useMemo(() => (scene.kind === "chart" ? chartFilm(scene) : null), [scene]);
  useLayoutEffect(() => {
    if (film === null) return;
    box.current!.replaceChildren(film.element);
    film.element.setAttribute("role", "img");
  }, [film]);
  useLayoutEffect(() => {
    if (film === null) return;
    film.turn(Math.min(frame, film.last));
    film.element.setAttribute("aria-label", `${label}: ${film.words(frame)}`);
    film.element.style.maxHeight = height === undefined ? "100%" : `${height}px`;
  }, [film, frame, height]);
  return <div class="picture" ref={box} />;
}

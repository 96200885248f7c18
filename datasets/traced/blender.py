"""A traced scene in Blender: meshes, stuffs, lamps, camera, picture. Needs `bpy` 4.5.

One Blender unit is a tile's width. Nothing else of the project imports this module but `render.py`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import bpy  # before the two that it brings
import cv2
import numpy as np

# isort: split
import bmesh
from mathutils import Matrix, Vector

from datasets.synth.style import Colour, Image8
from datasets.synth.tables import Camera
from datasets.synth.tiles import Box, Surface
from datasets.traced.solids import FLOOR, Float, Lamp, Lens, Solid, TracedScene, Turned

_GRID = (7, 9)
"""Places across and down a face where it is tried whether anything covers it."""
_ROOM = 90.0
"""Half the side of the floor."""
_INK = (24, 84)
"""How unlike the body's colour, of 255, a picture begins to be a sign that is cut, and is wholly
one."""
_SEGMENTS = 40
"""Sides of what is round."""
_SOFT = 0.2
"""Radius of an edge, in tile widths, from which it is drawn with more steps."""


@dataclass(frozen=True)
class Quality:
    """width: of the picture's longer side in pixels. samples: light paths to a pixel before the
    denoiser. threads: of the processor."""

    width: int = 1280
    samples: int = 12
    threads: int = 1


@dataclass
class Studio:
    """One scene in Blender. Everything that was there before is thrown away."""

    scene: TracedScene
    quality: Quality
    _meshes: dict[Any, Any] = field(default_factory=dict)
    _materials: dict[Any, Any] = field(default_factory=dict)
    _objects: list[Any] = field(default_factory=list)
    _cut: set[Any] = field(default_factory=set)

    def __post_init__(self) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        scale = self.quality.width / max(self.scene.camera.width, self.scene.camera.height)
        self.width = round(self.scene.camera.width * scale)
        self.height = round(self.scene.camera.height * scale)
        self._lay_table()
        for solid in self.scene.solids:
            self._objects.append(self._solid(solid))
        for one in self.scene.turned:
            self._turned(one)
        for lamp in self.scene.lamps:
            _lamp(lamp)
        self._set_camera(self.scene.camera, self.scene.lens)
        self._set_world(self.scene.ambient)
        bpy.context.view_layer.update()

    # --- what is to be seen ---------------------------------------------------------------------

    def render(self, path: Path) -> Image8:
        """The picture, (H, W, 3) uint8 RGB. path: a file that Blender may write to."""
        shown = bpy.context.scene
        shown.render.engine = "CYCLES"
        cycles = shown.cycles
        cycles.samples, cycles.seed = self.quality.samples, self.scene.seed % 2**31
        cycles.use_adaptive_sampling = False
        cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
        cycles.denoising_quality, cycles.denoising_prefilter = "FAST", "NONE"
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 1, 2
        cycles.caustics_reflective = cycles.caustics_refractive = False
        cycles.sample_clamp_indirect = 4
        render = shown.render
        render.threads_mode, render.threads = "FIXED", self.quality.threads
        render.resolution_x, render.resolution_y = self.width, self.height
        render.resolution_percentage = 100
        render.image_settings.file_format, render.filepath = "PNG", str(path)
        shown.view_settings.view_transform = "Standard"
        with _quiet():
            bpy.ops.render.render(write_still=True)
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        assert picture is not None  # Blender has just written it
        path.unlink()
        return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), np.uint8)

    def pixels(self, points: Float) -> Float:
        """(…, 3) in space to (…, 2) in the picture."""
        camera = self.scene.camera
        return np.asarray(camera.project(points) * (self.width / camera.width))

    def visible(self, number: int, corners: Float) -> float:
        """How much of a face is in the picture and uncovered, 0 to 1. number: of its solid.
        corners: (4, 3)."""
        box = self.scene.solids[number].box
        flat = [1 - 2 * box.round / side for side in box.size[:2]]  # past it the edge is rounded
        u, v = (np.linspace(-0.5, 0.5, n) * f + 0.5 for n, f in zip(_GRID, flat, strict=True))
        across, down = np.meshgrid(u, v)
        weights = np.stack(
            [(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down], -1
        ).reshape(-1, 4)
        points = weights @ corners
        at = self.pixels(points)
        inside = ((at >= 0) & (at < (self.width, self.height))).all(1)
        graph = bpy.context.evaluated_depsgraph_get()
        eye = Vector(self.scene.camera.eye)
        own, seen = self._objects[number].name, 0
        for point in points[inside]:
            towards = (Vector(point) - eye).normalized()
            hit, *_, what, _ = bpy.context.scene.ray_cast(graph, eye, towards)
            seen += hit and what.name == own
        return seen / len(points)

    # --- meshes ---------------------------------------------------------------------------------

    def _solid(self, solid: Solid) -> Any:
        box = solid.box
        key = (box.size, box.round, solid.wrapped)
        if key not in self._meshes:
            self._meshes[key] = _box_mesh(box, solid.wrapped)
        made = bpy.data.objects.new("solid", self._meshes[key])
        bpy.context.collection.objects.link(made)
        turn = np.eye(4)
        turn[:3, :3], turn[:3, 3] = box.axes.T, box.centre
        made.matrix_world = Matrix(turn.tolist())
        for slot, material in zip(made.material_slots, self._stuffs(solid), strict=True):
            slot.link, slot.material = "OBJECT", material
        return made

    def _stuffs(self, solid: Solid) -> tuple[Any, Any, Any]:
        """Of the front, the back and the sides."""
        box = solid.box
        sides = self._material(
            ("sides", box.sides, box.layer, box.size[2], solid.gloss),
            lambda m: _two_colours(m, box, solid.gloss),
        )
        made = []
        for surface, colour in ((box.front, box.sides[0]), (box.back, box.sides[1])):
            if surface is None:
                made.append(sides)
                continue
            picture = _flattened(surface, colour, solid.contrast)
            carved = solid.carved if surface is box.front else 0.0
            key = ("picture", id(surface), solid.contrast, solid.gloss, solid.glow, carved)
            made.append(
                self._material(key, lambda m, p=picture: _pictured(m, p, solid.gloss, solid.glow))
            )
            if carved and key not in self._cut:
                self._cut.add(key)
                _carve(made[-1], _signs(_flattened(surface, colour, 1.0), colour), carved)
        return made[0], made[1], sides

    def _material(self, key: Any, fill: Any) -> Any:
        if key not in self._materials:
            material = bpy.data.materials.new("stuff")
            material.use_nodes = True
            fill(material)
            self._materials[key] = material
        return self._materials[key]

    def _turned(self, one: Turned) -> None:
        key = (one.profile, one.picture is None)
        if key not in self._meshes:
            self._meshes[key] = _turned_mesh(one.profile)
        made = bpy.data.objects.new("turned", self._meshes[key])
        bpy.context.collection.objects.link(made)
        made.location = one.stands
        plain = self._material(
            ("plain", one.colour, one.gloss), lambda m: _plain(m, one.colour, one.gloss)
        )
        top = plain
        if one.picture is not None:
            picture = one.picture
            top = self._material(
                ("top", id(picture), one.gloss), lambda m: _pictured(m, picture, one.gloss, 0)
            )
        for slot, material in zip(made.material_slots, (plain, top), strict=True):
            slot.link, slot.material = "OBJECT", material

    def _lay_table(self) -> None:
        """The table's top and the floor below it."""
        for ground, half, z in (
            (self.scene.table, self.scene.reach, 0.0),
            (self.scene.floor, _ROOM, FLOOR),
        ):
            mesh = _slab(half, 1.0, ground.span)
            mesh.materials.append(
                self._material(
                    ("ground", id(ground)), lambda m, g=ground: _pictured(m, g.picture, g.gloss, 0)
                )
            )
            made = bpy.data.objects.new("ground", mesh)
            made.location.z = z
            bpy.context.collection.objects.link(made)

    # --- light and camera -----------------------------------------------------------------------

    def _set_camera(self, camera: Camera, lens: Lens | None) -> None:
        data = bpy.data.cameras.new("camera")
        data.sensor_fit, data.sensor_width = "HORIZONTAL", 36
        data.lens = 36 * camera.focal
        if lens is not None:  # to Blender, one unit is a metre and a focal length in millimetres
            data.dof.use_dof, data.dof.focus_distance = True, lens.sharp_at
            data.dof.aperture_fstop = data.lens / 1000 / lens.aperture
        data.clip_end = 2000
        made = bpy.data.objects.new("camera", data)
        right, down, ahead = camera.axes()
        turn = np.eye(4)
        turn[:3, :3], turn[:3, 3] = np.stack([right, -down, -ahead], 1), camera.eye
        made.matrix_world = Matrix(turn.tolist())
        bpy.context.collection.objects.link(made)
        bpy.context.scene.camera = made

    def _set_world(self, ambient: tuple[float, float, float]) -> None:
        world = bpy.data.worlds.new("room")
        world.use_nodes = True
        world.node_tree.nodes["Background"].inputs["Color"].default_value = (*ambient, 1)
        bpy.context.scene.world = world


@contextmanager
def _quiet() -> Iterator[None]:
    """Blender writes a line for every step of a picture; here they go nowhere."""
    sys.stdout.flush()
    kept = os.dup(1)
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _lamp(lamp: Lamp) -> None:
    """An area lamp whose light on the middle of the table is as strong as asked for.

    A flat lamp of power P sends P / (π d²) straight ahead to distance d, and paper that gets π is
    white, so P is π² d² times the strength.
    """
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, (data.size, data.size_y) = "RECTANGLE", lamp.size
    away = np.array(lamp.position)
    distance = float(np.linalg.norm(away))
    falls = max(float(away[2]) / distance, 0.35)
    data.energy = lamp.strength * np.pi**2 * distance**2 / falls
    data.color = lamp.colour
    made = bpy.data.objects.new("lamp", data)
    made.location = lamp.position
    made.rotation_euler = Vector(lamp.position).to_track_quat("Z", "Y").to_euler()
    bpy.context.collection.objects.link(made)


def _box_mesh(box: Box, wrapped: bool) -> Any:
    """A box with rounded edges around the origin. Materials: front, back, sides."""
    width, height, thick = box.size
    form = bmesh.new()
    bmesh.ops.create_cube(form, size=1)
    bmesh.ops.scale(form, vec=box.size, verts=form.verts)
    radius = min(box.round, min(box.size) * 0.45)
    if radius > 0.002:
        steps = 3 if radius < _SOFT else 8
        bmesh.ops.bevel(
            form, geom=form.edges, offset=radius, segments=steps, profile=0.5, affect="EDGES"
        )
    layer = form.loops.layers.uv.new()
    for polygon in form.faces:
        normal = polygon.normal
        polygon.material_index = 0 if normal.z > 0.99 or wrapped else 1 if normal.z < -0.99 else 2
        axis = max(range(3), key=lambda k: abs(normal[k]))
        for loop in polygon.loops:
            x, y, z = loop.vert.co.x / width, loop.vert.co.y / height, loop.vert.co.z / thick
            u, v = ((y, z), (x, z), (x if normal.z > 0 or wrapped else -x, y))[axis]
            loop[layer].uv = (u + 0.5, v + 0.5)
    mesh = bpy.data.meshes.new("box")
    form.to_mesh(mesh)
    form.free()
    for _ in range(3):
        mesh.materials.append(None)
    return mesh


def _turned_mesh(profile: Sequence[tuple[float, float]]) -> Any:
    """A profile turned about the z axis. Materials: all of it, what looks upwards."""
    form = bmesh.new()
    angles = np.linspace(0, 2 * np.pi, _SEGMENTS, endpoint=False)
    rings = [
        [form.verts.new((r * np.cos(a), r * np.sin(a), z)) for a in angles]
        if r > 0 else [form.verts.new((0, 0, z))] * _SEGMENTS
        for r, z in profile
    ]  # fmt: skip
    for low, high in pairwise(rings):
        for k in range(_SEGMENTS):
            n = (k + 1) % _SEGMENTS
            corners = list(dict.fromkeys([low[k], low[n], high[n], high[k]]))
            form.faces.new(corners).smooth = abs(low[0].co.z - high[0].co.z) > 0.3
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    reach = max(r for r, _ in profile)
    layer = form.loops.layers.uv.new()
    form.normal_update()
    for polygon in form.faces:
        polygon.material_index = int(polygon.normal.z > 0.99)
        for loop in polygon.loops:
            loop[layer].uv = (loop.vert.co.x / reach / 2 + 0.5, loop.vert.co.y / reach / 2 + 0.5)
    mesh = bpy.data.meshes.new("turned")
    form.to_mesh(mesh)
    form.free()
    for _ in range(2):
        mesh.materials.append(None)
    return mesh


def _slab(half: float, thick: float, span: float) -> Any:
    """A square slab whose top is at z = 0, its stuff repeating every `span`."""
    form = bmesh.new()
    bmesh.ops.create_cube(form, size=1)
    bmesh.ops.scale(form, vec=(2 * half, 2 * half, thick), verts=form.verts)
    bmesh.ops.translate(form, vec=(0, 0, -thick / 2), verts=form.verts)
    layer = form.loops.layers.uv.new()
    for polygon in form.faces:
        for loop in polygon.loops:
            loop[layer].uv = (loop.vert.co.x / span, (loop.vert.co.y + loop.vert.co.z) / span)
    mesh = bpy.data.meshes.new("slab")
    form.to_mesh(mesh)
    form.free()
    return mesh


# --- stuffs ---------------------------------------------------------------------------------------


def _flattened(surface: Surface, body: Colour, contrast: float) -> Image8:
    """A surface of the drawn scenes without its rounded corners, its ink as faint as asked for."""
    picture = surface[0]
    under = np.array(body, np.float32)
    whole = picture[..., :3] + (1 - picture[..., 3:]) * under
    return np.clip(under + (whole - under) * contrast, 0, 255).astype(np.uint8)


def _shader(material: Any, gloss: float) -> Any:
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = float(0.95 - 0.9 * gloss)
    shader.inputs["Specular IOR Level"].default_value = 0.5 if gloss > 0 else 0.1
    return shader


def _linear(colour: Sequence[float]) -> tuple[float, float, float, float]:
    """A colour of 0 to 255 as Blender counts light."""
    part = np.asarray(colour, float) / 255
    red, green, blue = np.where(part < 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(red), float(green), float(blue), 1.0


def _plain(material: Any, colour: Colour, gloss: float) -> None:
    _shader(material, gloss).inputs["Base Color"].default_value = _linear(colour)


def _texture(material: Any, picture: Float) -> Any:
    """A picture over the mesh's (u, v), repeating. picture: (H, W, 3), 0 to 1."""
    height, width = picture.shape[:2]
    image = bpy.data.images.new("picture", width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = picture[::-1]
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    texture = material.node_tree.nodes.new("ShaderNodeTexImage")
    texture.image = image
    return texture


def _signs(picture: Image8, body: Colour) -> Float:
    """Where a face is signed, (H, W), 0 to 1, with sloping edges."""
    unlike = np.abs(picture.astype(float) - body).max(2)
    ink = np.clip((unlike - _INK[0]) / (_INK[1] - _INK[0]), 0, 1)
    return np.asarray(cv2.GaussianBlur(ink, (0, 0), 1.2), float)


def _carve(material: Any, signs: Float, deep: float) -> None:
    """Cut signs into what a material covers, as light shows it. deep: in tile widths."""
    texture = _texture(material, np.repeat(1 - signs[..., None], 3, axis=2))
    texture.image.colorspace_settings.name = "Non-Color"
    tree = material.node_tree
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Distance"].default_value = deep
    tree.links.new(texture.outputs["Color"], bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], tree.nodes["Principled BSDF"].inputs["Normal"])


def _pictured(material: Any, picture: Image8, gloss: float, glow: float) -> None:
    """A picture over the mesh's (u, v), repeating."""
    texture = _texture(material, picture.astype(np.float32) / 255)
    tree = material.node_tree
    shader = _shader(material, gloss)
    tree.links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    if glow:
        tree.links.new(texture.outputs["Color"], shader.inputs["Emission Color"])
        shader.inputs["Emission Strength"].default_value = glow


def _two_colours(material: Any, box: Box, gloss: float) -> None:
    """The front's colour above the seam, the back's below."""
    tree = material.node_tree
    where = tree.nodes.new("ShaderNodeTexCoord")
    apart = tree.nodes.new("ShaderNodeSeparateXYZ")
    above = tree.nodes.new("ShaderNodeMath")
    above.operation = "GREATER_THAN"
    above.inputs[1].default_value = box.size[2] * (box.layer - 0.5)
    mix = tree.nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    front, back = box.sides
    for socket in mix.inputs:  # a mix of colours has sockets of the same names for other kinds
        if socket.type == "RGBA":
            socket.default_value = _linear(back if socket.name == "A" else front)
    result = next(s for s in mix.outputs if s.type == "RGBA")
    tree.links.new(where.outputs["Object"], apart.inputs["Vector"])
    tree.links.new(apart.outputs["Z"], above.inputs[0])
    tree.links.new(above.outputs["Value"], mix.inputs["Factor"])
    tree.links.new(result, _shader(material, gloss).inputs["Base Color"])
